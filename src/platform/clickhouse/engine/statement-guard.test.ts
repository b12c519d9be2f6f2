import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { guardSetting, guardStatement } from './statement-guard.ts'
import { shapeOf } from './statement-shape.ts'

function guard(statement: string, parameters: Record<string, string> = {}): void {
  guardStatement({
    tokens: shapeOf(statement).tokens,
    parameters: new Map(Object.entries(parameters)),
    isExportPath: (path) => path.startsWith('/exports/'),
  })
}

const ALLOWED = [
  'SELECT 1',
  '(SELECT 1) UNION ALL (SELECT 2);',
  "SELECT 'file(''/etc/passwd'')' AS a -- url('http://x')",
  "SELECT /* url('http://x') */ 1",
  "SELECT $q$ s3('x') $q$",
  'SELECT url, file FROM t WHERE remote = 1',
  "SELECT format('{}', 'a'), dictGet('d', 'x', 1)",
  'SELECT * FROM numbers(10) AS n JOIN zeros(3) AS z ON 1 = 1',
  "INSERT INTO FUNCTION file('/exports/a.csv', 'CSV') SELECT 1",
  'INSERT INTO t FORMAT JSONEachRow {"a":"file(\'/etc/passwd\')"}',
  "INSERT INTO db.t (a, b) SETTINGS async_insert = 0 FORMAT CSV\n'unclosed",
  'INSERT INTO {t:Identifier} FORMAT CSV\n"a"',
  "INSERT INTO t VALUES (1, 'url(1)')",
  'CREATE TABLE t (engine String, a Float64 DEFAULT .5) ENGINE = ReplacingMergeTree(v) ORDER BY a',
  'CREATE TABLE IF NOT EXISTS t (a UInt8) ENGINE MergeTree ORDER BY a SETTINGS index_granularity = 1',
  'CREATE OR REPLACE VIEW v AS SELECT 1',
  'CREATE MATERIALIZED VIEW v ENGINE = SummingMergeTree ORDER BY a AS SELECT a FROM t',
  'CREATE DATABASE other ENGINE = Atomic',
  'CREATE FUNCTION plus_one AS (x) -> x + 1',
  'ALTER TABLE t ADD COLUMN b String',
  'ATTACH TABLE t',
  'SYSTEM FLUSH LOGS',
  "KILL QUERY WHERE query_id = 'a'",
  'OPTIMIZE TABLE t FINAL',
]

const REFUSED = [
  "SELECT * FROM file('/etc/passwd')",
  "SELECT * FROM `file`('/etc/passwd')",
  'SELECT * FROM "file" /* */ (\'/etc/passwd\')',
  "SELECT file('/etc/passwd')",
  "SELECT * FROM FILE('/etc/passwd')",
  "SELECT * FROM file({p:String}, 'CSV')",
  "SELECT * FROM file('/exports/a' || '/../../etc/passwd')",
  "SELECT * FROM file(concat('/exports/', 'a'))",
  "SELECT * FROM file($$/exports/a$$, 'CSV')",
  "SELECT * FROM `fil\\x65`('/etc/passwd')",
  "INSERT INTO FUNCTION file('/etc/cron.d/x', 'CSV') SELECT 1",
  "INSERT INTO FUNCTION file('/etc/cron.d/x', 'CSV') FORMAT CSV\n1",
  "INSERT INTO t VALUES (file('/etc/passwd'))",
  "INSERT INTO t FORMAT Values (file('/etc/passwd'))",
  "INSERT INTO t SELECT 1 AS format UNION ALL SELECT file('/etc/passwd')",
  "INSERT INTO format SELECT file('/etc/passwd')",
  "SELECT * FROM url('http://169.254.169.254/')",
  "SELECT * FROM s3('https://x/y')",
  "SELECT * FROM remote('other:9000', 'system.one')",
  "SELECT * FROM executable('x.sh', 'CSV', 'a UInt8')",
  "SELECT * FROM mysql('h:3306', 'd', 't', 'u', 'p')",
  "SELECT * FROM postgresql('h:5432', 'd', 't', 'u', 'p')",
  "SELECT * FROM eval('SELECT 1')",
  "SELECT * FROM loop('default', '/etc/passwd')",
  "WITH x AS (SELECT * FROM hdfs('hdfs://x/y')) SELECT * FROM x",
  'SELECT * FROM default."/etc/passwd"',
  'SELECT * FROM `default`.`/etc/passwd`',
  'SELECT * FROM `def\\x61ult`.`/etc/passwd`',
  "SELECT 1 INTO OUTFILE '/var/x'",
  "INSERT INTO t FROM INFILE '/etc/passwd' FORMAT CSV",
  "CREATE TABLE t (a UInt8) ENGINE = File('CSV')",
  "CREATE TABLE t (a UInt8) ENGINE URL('http://x')",
  "CREATE TABLE t (a UInt8) ENGINE = `MySQL`('h', 'd', 't', 'u', 'p')",
  "CREATE TABLE t ENGINE = Alias('x', 'y')",
  "CREATE TABLE t AS url('http://x')",
  "CREATE TABLE t (a UInt8) ENGINE = MergeTree ORDER BY a SETTINGS disk = disk(type = 'local', path = '/')",
  "CREATE DATABASE d ENGINE = PostgreSQL('h', 'd', 'u', 'p')",
  "CREATE DATABASE IF NOT EXISTS d ENGINE = Filesystem('/')",
  "CREATE DICTIONARY d (a UInt8) PRIMARY KEY a SOURCE(FILE(path '/etc/passwd' format 'CSV'))",
  'CREATE FUNCTION f ENGINE = Executable',
  'CREATE USER u',
  'CREATE NAMED COLLECTION c AS a = 1',
  "ATTACH TABLE t FROM '/etc'",
  'ATTACH DATABASE d',
  "BACKUP TABLE t TO File('/var/x')",
  "RESTORE TABLE t FROM File('/var/x')",
  'SYSTEM SHUTDOWN',
  'SYSTEM KILL',
  'GRANT ALL ON *.* TO u',
  "SELECT 1 SETTINGS additional_result_filter = 'file(''/etc/passwd'') = 1'",
  "SELECT 1 SETTINGS log_comment = 'mine'",
  "SELECT 1 FORMAT Template SETTINGS `format_template_row` = '/etc/passwd'",
  "SELECT 1 SETTINGS `format_templat\\x65_row` = '/etc/passwd'",
  "SELECT 1 SETTINGS output_format_schema = '/var/x'",
  'SELECT 1; SELECT 2',
  '',
]

// Where our reading and the engine's might part, the statement is refused.
const AMBIGUOUS = [
  "SELECT /* /* */ ' */ , file('/etc/passwd') -- '",
  "SELECT x'\\', file('/etc/passwd') -- '",
  "SELECT ‘ ' ’, file('/etc/passwd') -- '",
  "SELECT 1$$ ' $$, file('/etc/passwd') -- '",
  "SELECT a$b, ' , file('/etc/passwd')",
  "SELECT 'unclosed",
  'SELECT 1\u00a0',
  'SELECT 1\\G',
  'SELECT 1\0',
]

describe('the guard', () => {
  test.each(ALLOWED)('allows %s', (statement) => {
    expect(() => guard(statement)).not.toThrow()
  })

  test.each(REFUSED)('refuses %s', (statement) => {
    expect(() => guard(statement)).toThrow(/Code: (497|62)\./)
  })

  test.each(AMBIGUOUS)('refuses what could be read in two ways: %j', (statement) => {
    expect(() => guard(statement)).toThrow(/Code: 62\./)
  })

  test('refuses an identifier parameter that names the database of files', () => {
    expect(() => guard('SELECT * FROM {db:Identifier}.t', { db: 'default' })).toThrow('Code: 497.')
    expect(() => guard('SELECT * FROM {`\\x64b`:Identifier}.t', { db: 'x' })).toThrow('Code: 497.')
    expect(() => guard('SELECT * FROM {db:`Identifier`}.t', { db: 'x' })).toThrow('Code: 497.')
    expect(() => guard('SELECT * FROM {DB:Identifier}.t', { DB: 'main' })).not.toThrow()
  })

  test('refuses settings that change how a statement is read', () => {
    expect(() => guardSetting('dialect')).toThrow('Code: 497.')
    expect(() => guardSetting("a' = 1")).toThrow('Code: 36.')
    expect(() => guardSetting('max_threads')).not.toThrow()
  })
})

const forbidden = fc.constantFrom(
  "file('/etc/passwd')",
  "url('http://x')",
  "s3('x')",
  'INTO OUTFILE',
  'default.t',
  'dialect',
)
const noise = fc.string({ unit: 'grapheme', maxLength: 20 })
const asText = (text: string): string => `'${text.replaceAll('\\', '\\\\').replaceAll("'", "''")}'`
const asName = (text: string): string => `\`${text.replaceAll('\\', '').replaceAll('`', '``')}\``
const asBlock = (text: string): string => `/*${text.replaceAll(/[/*]/g, ' ')}*/`
const asLine = (text: string): string => `--${text.replaceAll(/[\r\n]/g, ' ')}\n`
const wrapped = fc
  .tuple(noise, forbidden, noise, fc.constantFrom(asText, asBlock, asLine))
  .map(([before, word, after, wrap]) => wrap(`${before}${word}${after}`.replaceAll('\0', '')))
const between = fc
  .array(fc.oneof(noise.map(asText), noise.map(asName), noise.map(asBlock), noise.map(asLine)), {
    maxLength: 4,
  })
  .map((parts) => parts.join(' ').replaceAll('\0', ''))

describe('strings and comments', () => {
  test('are not refused for the words in them', () => {
    fc.assert(
      fc.property(fc.array(wrapped, { maxLength: 5 }), (parts) => {
        guard(`SELECT 1, ${parts.map((part) => `${part} AS a, `).join(' ')} 2`)
      }),
    )
  })

  test('cannot hide a call that stands beside them', () => {
    fc.assert(
      fc.property(between, between, (before, after) => {
        const statement = `SELECT 1 ${before} , file ${asBlock(after)} ('/etc/passwd') ${after}`
        expect(() => guard(statement)).toThrow('Code: 497.')
      }),
    )
  })
})
