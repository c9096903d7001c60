"""The hub: a campaign whose files need not be mailed, because entries are transferred automatically.

A PostgreSQL database holds the union of everybody's log, and the content of everybody's part. The local file
remains authoritative for its assessor: it is opened, judged, scored and mailed without a hub. Nothing here
uses a window, and nothing opens a connection unless somebody named a hub.
"""
