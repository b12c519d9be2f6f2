import pg from 'pg'

const { builtins, getTypeParser } = pg.types

/** PostgreSQL writes `2026-03-09 10:00:00.123456+00`; connections are in UTC. */
function parseInstant(text: string): Temporal.Instant {
  return Temporal.Instant.from(`${text.replace(' ', 'T')}:00`)
}

const OWN_PARSERS: Readonly<Record<number, (text: string) => unknown>> = {
  [builtins.INT8]: BigInt,
  [builtins.TIMESTAMPTZ]: parseInstant,
  [builtins.DATE]: (text) => Temporal.PlainDate.from(text),
}

/** Parsers for values that JavaScript's own types would distort: large integers, instants, calendar dates. */
export const parsers: pg.CustomTypesConfig = {
  getTypeParser: (oid, format) =>
    (format === undefined || format === 'text' ? OWN_PARSERS[oid] : undefined) ?? getTypeParser(oid, format),
}
