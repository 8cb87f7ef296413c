"""Reads statements with the package cielo-edi, and prints what they add up to, as JSON: a list with an object for each file named."""

import json
import logging
import sys
from collections import defaultdict

from cielo_edi import CieloEDIParser

logging.disable(logging.INFO)


def cents(sign, amount):
    """An amount in cents, with the sign that stands before it."""
    return int(amount * 100) * (-1 if sign == "-" else 1)


def total(records, gross, net):
    """How many records there are, and what they add up to. `gross` and `net` are the names of members and of their signs."""
    sums = [sum(cents(getattr(one, sign), getattr(one, value)) for one in records) for sign, value in (gross, net)]
    return {"count": len(records), "gross": sums[0], "net": sums[1]}


SIGNED = ("sinal_valor_bruto", "valor_bruto"), ("sinal_valor_liquido", "valor_liquido")
ENTRY = ("sinal_valor_bruto", "valor_bruto_venda_parcela"), ("sinal_valor_liquido", "valor_liquido_venda")


def by_unit(records, gross, net):
    """The sums of records by unit and type of entry."""
    groups = defaultdict(list)
    for one in records:
        groups[f"{one.chave_ur} {one.tipo_lancamento}"].append(one)
    return {key: total(group, gross, net) for key, group in groups.items()}


def read(path):
    result = CieloEDIParser().processar_arquivo(path)
    moved = [unit for unit in result.ur_agenda if unit.status_pagamento in ("03", "04", "07")]
    return {
        "type": result.tipo_arquivo,
        "records": result.trailer.total_registros,
        "entries": total(result.detalhes, *ENTRY),
        "units": total(result.ur_agenda, *SIGNED),
        "entriesByUnit": by_unit(result.detalhes, *ENTRY),
        "unitsByKey": by_unit(result.ur_agenda, *SIGNED),
        "announced": sum(unit.quantidade_lancamentos for unit in result.ur_agenda),
        "moved": total(moved, *SIGNED),
        "pix": total(result.pix, *SIGNED),
        "negotiations": total(result.negociacoes_resumo, *SIGNED),
        "negotiated": total(result.negociacoes_detalhe, *SIGNED),
        "deposited": sum(cents(one.sinal_valor_depositado, one.valor_depositado) for one in result.contas_recebimento),
        "trailer": {
            "entries": result.trailer.quantidade_registro_e,
            "gross": cents(result.trailer.sinal_valor_bruto, result.trailer.valor_bruto_soma),
            "net": cents(result.trailer.sinal_valor_liquido, result.trailer.valor_liquido_soma),
        },
        "lien": cents(result.trailer.sinal_valor_liquido_gravame, result.trailer.valor_liquido_gravame),
        "unread": len(result.linhas_nao_processadas),
    }


print(json.dumps([read(path) for path in sys.argv[1:]]))
