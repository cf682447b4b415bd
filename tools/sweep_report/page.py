"""The page, as one self-contained file."""

import re
from html import escape

STYLE = """
:root { color-scheme: light; }
* { box-sizing: border-box; }
body { margin: 0 auto; max-width: 86rem; padding: 1rem; color: #1c1c1c; background: #fff;
  font: 16px/1.5 system-ui, sans-serif; overflow-wrap: break-word; }
h1 { font-size: 1.6rem; line-height: 1.25; margin: .5rem 0; }
h2 { font-size: 1.2rem; margin: 2rem 0 .3rem; }
p { margin: .3rem 0 .8rem; max-width: 48rem; }
.lead { font-size: 1.15rem; max-width: 60rem; }
.note { color: #555; font-size: .92rem; }
.pictures { display: grid; gap: 1.2rem 2rem; align-items: start;
  grid-template-columns: repeat(auto-fit, minmax(min(100%, 34rem), 1fr)); }
figure { margin: 0; min-width: 0; }
figure h2 { margin-top: .8rem; }
figure svg { display: block; width: 100%; height: auto; max-width: 52rem; }
.scroll { overflow-x: auto; max-width: 100%; border: 1px solid #ddd; }
table { border-collapse: collapse; font-size: .88rem; white-space: nowrap; }
th, td { padding: .25rem .6rem; text-align: left; border-bottom: 1px solid #eee; }
th { background: #f5f5f5; }
.number { text-align: right; font-variant-numeric: tabular-nums; }
summary { cursor: pointer; margin: 1rem 0 .5rem; }
"""


def inline(svg):
    """An SVG for embedding in HTML, without its prologue, and as wide as the page allows."""
    svg = svg[svg.index("<svg") :]
    end = svg.index(">")
    return re.sub(r' (width|height)="[^"]*"', "", svg[:end]) + svg[end:]


def figure(title, what, svg):
    return (
        f"<figure><h2>{escape(title)}</h2><p class=\"note\">{escape(what)}</p>\n"
        f'<div role="img" aria-label="{escape(title)}">{inline(svg)}</div></figure>'
    )


def section(title, *parts):
    return f"<section><h2>{escape(title)}</h2>\n" + "\n".join(parts) + "\n</section>"


def lead(text):
    return f'<p class="lead">{escape(text)}</p>'


def note(text):
    return f'<p class="note">{escape(text)}</p>'


def page(title, parts):
    return (
        '<!DOCTYPE html>\n<html lang="en"><head><meta charset="utf-8">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        f"<title>{escape(title)}</title>\n<style>{STYLE}</style></head><body>\n"
        f"<h1>{escape(title)}</h1>\n" + "\n".join(parts) + "\n</body></html>\n"
    )
