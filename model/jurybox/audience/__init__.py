"""The audience as jury: questions shown to a room, its votes on phones or by hands, and two at one keyboard.

Nothing here listens on a network unless `jurybox.audience.server` is asked to, and nothing here needs the
optional packages but that module.
"""
