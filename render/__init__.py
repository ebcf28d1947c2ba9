"""Pictures and sentences from Views and Events. See docs/architecture.md, "Render"."""

from render.studio import Look, Picture, Studio, draw, has_pages

__all__ = ["Look", "Picture", "Studio", "draw", "has_pages"]
