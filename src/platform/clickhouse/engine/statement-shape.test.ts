import { describe, expect, test } from 'vitest'
import { shapeOf } from './statement-shape.ts'

describe('the shape of a statement', () => {
  test.each([
    ['SELECT a FROM t FORMAT JSONEachRow', 'streamable-select', 'JSONEachRow'],
    [
      'SELECT a FROM (SELECT a FROM t) FORMAT CSV SETTINGS max_threads = 1',
      'streamable-select',
      'CSV',
    ],
    ['WITH x AS (SELECT 1 AS a) SELECT a FROM x', 'streamable-select', undefined],
    ['SELECT a FROM t WHERE a IN (1, 2)', 'streamable-select', undefined],
    ['SELECT a FROM t WHERE a IN {ids:Array(UInt64)}', 'streamable-select', undefined],
    ['SELECT a FROM t WHERE a > (SELECT max(a) FROM t)', 'select', undefined],
    ['SELECT a FROM t WHERE a IN (SELECT a FROM t)', 'select', undefined],
    ['SELECT a FROM t WHERE a IN other', 'select', undefined],
    ['WITH (SELECT max(a) FROM t) AS m SELECT m', 'select', undefined],
    ['SELECT ((SELECT 1))', 'select', undefined],
    ['SELECT 1 SETTINGS output_format_json_array_of_rows = 1', 'select', undefined],
    ['SHOW TABLES FORMAT TSV', 'other', 'TSV'],
    ['INSERT INTO t SELECT * FROM s', 'other', undefined],
    ['WITH 1 AS x INSERT INTO t SELECT x', 'other', undefined],
    ['INSERT INTO t (a) FORMAT RowBinary', 'insert-data', 'RowBinary'],
    ["INSERT INTO TABLE FUNCTION null('a UInt8') FORMAT CSV", 'insert-data', 'CSV'],
    ['INSERT INTO t FORMAT Values', 'other', 'Values'],
  ])('%s is %s', (statement, kind, format) => {
    const shape = shapeOf(statement)

    expect(shape.kind).toBe(kind)
    expect(shape.format).toBe(format)
  })

  test('the data of an insert begins behind its format', () => {
    const statement = 'INSERT INTO `t` (a) FORMAT CSV'

    expect(shapeOf(`${statement}\n1\n2`).dataStart).toBe(statement.length)
  })

  test('the id in KILL QUERY WHERE query_id is found, and nothing more is taken for one', () => {
    expect(shapeOf("KILL QUERY WHERE query_id = 'a b' SYNC").killedQueryId).toBe('a b')
    expect(shapeOf("KILL QUERY WHERE query_id = 'a' OR 1").killedQueryId).toBeUndefined()
  })
})
