"""The subcommands of `jurybox` that need no window; `jurybox_gui.cli` adds the others."""
