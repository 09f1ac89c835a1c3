"""The auction: rules, sale, the view of a player, referee, history and replay."""
