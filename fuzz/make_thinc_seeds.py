#!/usr/bin/env python3
"""Writes the seeds of thinc_model_fuzz: tiny networks as spaCy and thinc save them.

    .deps/venv/bin/python fuzz/make_thinc_seeds.py
"""

import pathlib

import spacy
from spacy.ml.models import MaxoutWindowEncoder, MultiHashEmbed, build_Tok2Vec_model
from spacy.ml.models import build_tb_parser_model
from thinc.api import fix_random_seed

CORPUS = pathlib.Path(__file__).parent / "corpus/thinc_model"


def encoder():
    embed = MultiHashEmbed(width=8, attrs=["NORM", "IS_SPACE"], rows=[3, 2],
                           include_static_vectors=False)
    encode = MaxoutWindowEncoder(width=8, window_size=1, maxout_pieces=2, depth=2)
    return build_Tok2Vec_model(embed, encode)


def main():
    fix_random_seed(1)
    docs = [spacy.blank("en")("Two words")]
    tok2vec = encoder()
    tok2vec.initialize(X=docs)
    (CORPUS / "tok2vec").write_bytes(tok2vec.to_bytes())
    parser = build_tb_parser_model(encoder(), state_type="ner", extra_state_tokens=False,
                                   hidden_width=8, maxout_pieces=2, use_upper=True, nO=5)
    parser.initialize(X=docs)
    (CORPUS / "parser").write_bytes(parser.to_bytes())


if __name__ == "__main__":
    main()
