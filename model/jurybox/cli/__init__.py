"""The subcommands of `jurybox` that need no window; `jurybox_gui.main` adds the others."""
