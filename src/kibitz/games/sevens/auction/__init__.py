"""The auction: rules, one sale, what a player sees, the referee, history and replay."""
