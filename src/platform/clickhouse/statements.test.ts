import { expect, test } from 'vitest'
import { statementsOf } from './migrate-clickhouse.ts'

test('a statement ends with a semicolon at the end of a line, and comments alone are none', () => {
  const sql = `create table a (x String default ';') engine = Memory;

-- only a comment
;
create table b (x String)
engine = Memory`

  expect(statementsOf(sql)).toEqual([
    `create table a (x String default ';') engine = Memory`,
    'create table b (x String)\nengine = Memory',
  ])
})
