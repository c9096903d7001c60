"""The command that shows a page of the help in a terminal, as Markdown."""

import click

from jurybox.cli.printing import print_table
from jurybox.errors import Refused
from jurybox.language import tr
from jurybox.lists import comma_list


@click.command("help")
@click.argument("page", required=False)
def help_command(page: str | None) -> None:
    """Show a page of the help, or list the pages.

    PAGE is a name from the list, such as files. The window shows the same pages (F1).
    """
    from jurybox.help import page as page_of
    from jurybox.help import page_names, pages, plain_page

    if page is None:
        print_table(("name", "title"), [(each.name, each.title) for each in pages()])
        return
    found = page_of(page.removesuffix(".md"))
    if found is None:
        known = comma_list(page_names())
        raise Refused(tr("There is no help page {name!r}. The pages are: {known}.", name=page, known=known))
    click.echo(plain_page(found.text))
