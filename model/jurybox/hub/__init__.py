"""The hub: a campaign whose files need not be mailed, because what was entered travels by itself.

A PostgreSQL database holds the union of everybody's log, and the content of everybody's part. The local
file stays the truth of its assessor: it is opened, judged, scored and mailed without a hub. Nothing here
knows a window, and nothing opens a connection unless somebody named a hub.
"""
