"""Words that the vector page shows by default, in groups chosen by hand.

Vectors learned from news and web text carry that text's prejudices about people. So the groups hold things and not
people (but for the royal household, which the best-known analogy needs), and `LEFT_OUT` names beginnings of words that
no neighbour list should bring up; words that begin so are not in the file that ships.
"""

CATEGORIES: dict[str, tuple[str, ...]] = {
    "animals": ("cat", "dog", "horse", "cow", "sheep", "lion", "tiger", "rabbit"),
    "royalty": ("king", "queen", "prince", "princess", "throne", "crown", "palace", "kingdom"),
    "cities": ("paris", "london", "berlin", "rome", "madrid", "vienna", "tokyo", "moscow"),
    "food": ("bread", "cheese", "butter", "banana", "apple", "soup", "rice", "sugar"),
    "vehicles": ("car", "truck", "bus", "train", "bicycle", "motorcycle", "ship", "airplane"),
    "numbers": ("one", "two", "three", "four", "five", "six", "seven", "eight"),
    "weather": ("rain", "snow", "wind", "storm", "cloud", "fog", "thunder", "sunshine"),
    "instruments": ("piano", "guitar", "violin", "flute", "drum", "trumpet", "cello", "harp"),
    "colours": ("red", "blue", "green", "yellow", "orange", "purple", "pink", "brown"),
}

ANALOGIES: tuple[tuple[str, str, str], ...] = (  # a - b + c
    ("king", "man", "woman"),
    ("paris", "france", "germany"),
    ("walking", "walk", "swim"),
    ("bigger", "big", "small"),
    ("moscow", "russia", "japan"),
    ("went", "go", "come"),
    ("mice", "mouse", "goose"),
)

_WANTED = """
animal street man woman money river bank tired wide good bad hot cold walk walking swim swimming big bigger small
smaller mouse mice goose geese france germany italy spain austria japan russia england student teacher network
neural attention transformer sentence translate translation language word vector matrix essay encoder decoder token
tokens embedding query lemon pear grape potato tomato chicken fish bird wolf bear elephant monkey duck tree forest
mountain lake ocean island boat tram tractor helicopter wheel engine road bridge house kitchen garden chair table
lamp window spoon knife fork bottle glass cup tea coffee milk juice wine breakfast lunch dinner breeze hail frost
warm winter summer spring autumn sunday monday january july
"""
WANTED = frozenset(_WANTED.split())  # beyond those above

LEFT_OUT = (
    *("abus", "arab", "assassin", "bastard", "behead", "bitch", "black", "bomb", "christian", "corpse", "drug", "fuck"),
    *("gay", "genocid", "ghetto", "hindu", "holocaust", "homosexual", "islam", "jew", "jihad", "kidnap", "kill"),
    *("lesbian", "massacre", "molest", "murder", "muslim", "naked", "nazi", "nude", "porn", "prostitut", "racis"),
    *("rape", "rapist", "sex", "shia", "shiite", "slaughter", "slave", "suicid", "sunni", "terror", "tortur", "white"),
)
