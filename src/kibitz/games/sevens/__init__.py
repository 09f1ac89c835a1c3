"""Sevens: players buy letters one by one in sealed second-price auctions and spell one word a round."""
