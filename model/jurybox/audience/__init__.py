"""The audience as jury: questions shown to a room, votes by phone or by hands, and two at one keyboard.

Nothing here listens on a network unless `jurybox.audience.server` is started, and only that module needs the
optional packages.
"""
