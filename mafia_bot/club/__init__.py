"""What a club keeps of its games: results, points, rating tables, game sheets.

Pure: it computes from finished games and asks nobody; it knows neither the database nor Discord.
"""
