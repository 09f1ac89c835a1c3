"""Decisions as an exam: items shared by several players, right, wrong or partly right (sections I, II and IX)."""
