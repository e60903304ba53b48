"""What people read: the document of the API, its browsable form, and a page for each kind of problem."""

from __future__ import annotations
