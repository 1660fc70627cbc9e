"""What rankings say, in Russian."""

__all__ = ["RANKINGS"]

RANKINGS = {
    "Most within {slos:slos}: {places:places}.": "Больше всех с соблюдением SLO {slos} выдерживает {places}.",
    "Most within {slos:slos}: {places:places}. Not ranked: {others:unranked}.": (
        "Больше всех с соблюдением SLO {slos} выдерживает {places}. Без места: {others}."
    ),
    "Not ranked within {slos:slos}: {others:unranked}.": "Без мест, с соблюдением SLO {slos}: {others}.",
    "{name:text} carries {rate:carried} within {slos:slos}, by {given:number} of {all:number} starts.": (
        "{name} выдерживает {rate} с соблюдением SLO {slos}, по {given} из {all} запусков сервиса."
    ),
    "no start of the 3 that a ranking needs": "нет ни одного запуска, а для места их нужно 3",
    "one start of the 3 that a ranking needs": "один запуск, а для места их нужно 3",
    "two starts of the 3 that a ranking needs": "два запуска, а для места их нужно 3",
    "{lost:number} of {all:number} starts gave no rate: {outcomes:words}": (
        "{lost} из {all} запусков не дали значения: {outcomes}"
    ),
    "the highest rate tried passed in one start, and the lowest failed in another": (
        "в одном запуске пройдена наибольшая опробованная нагрузка, в другом не пройдена и наименьшая"
    ),
    "no other variant has starts enough to compare it with": "сравнить не с чем: у других вариантов мало запусков",
    "drifting": "дрейф",
    "none passed": "ни одна нагрузка не пройдена",
    "undecided": "не определено",
    "not run": "не проводился",
    "invalid": "недостоверно",
}
