from .words import presentation as presentation
