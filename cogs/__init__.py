"""The doors: one command each. No rules, no SQL, no wording; what they want they ask of the registry."""
