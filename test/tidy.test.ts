import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { basename, dirname } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'

/** Rules that dependency-cruiser and Biome cannot check. */

const root = fileURLToPath(new URL('..', import.meta.url))
const files = execFileSync('git', ['ls-files', '-co', '--exclude-standard'], {
  cwd: root,
  encoding: 'utf8',
})
  .split('\n')
  .filter((file) => file !== '')
const read = (file: string): string => readFileSync(`${root}${file}`, 'utf8')

const code = files.filter((file) => /^(src|test|web|bench|scripts|bin)\/.*\.(ts|tsx|mjs)$/.test(file))
const isTest = (file: string): boolean => /\.test\.tsx?$/.test(file) || file.startsWith('test/')
const product = code.filter((file) => file.startsWith('src/') && !isTest(file))
const prose = files.filter((file) => /\.(md|json|sql|ts|tsx|mjs|cjs)$/.test(file))

const LINES_MAX = 400
const FOLDER_FILES_MAX = 20
const INDEX_NAMES_MAX = 30
const VAGUE_NAMES = /(^|-)(utils?|helpers?|common|manager|impl)(-|\.|$)/i
const UNFINISHED = new RegExp(['TO' + 'DO', 'FIX' + 'ME', 'X' + 'XX'].map((w) => `\\b${w}\\b`).join('|'))
/** A brand appears only in wire names that existing clients read, and where compatibility is described. */
const BRAND = new RegExp('cyber' + 'source(?!MerchantId|BatchTime|BatchId)', 'i')
const BRAND_ALLOWED = new Set([
  'package.json',
  'package-lock.json',
  'README.md',
  'examples/sdk-me.cjs',
  'test/support/http/sdk-client.ts',
])

/** Words for which plain English has a usual one; "there is no" and "is no longer" are fine. */
const ODD_WORDS = [
  'so many',
  'whoever',
  'anew',
  'unheard',
  'told',
  String.raw`reproach\w*`,
  String.raw`(?<!\bthere )is no (?!longer\b|more\b|later\b|earlier\b)`,
].map((word) => new RegExp(String.raw`\b${word}`.replace(/\w$/, String.raw`$&\b`), 'i'))
/**
 * Habits of which plain English has no need, and in how many comments and strings of the code they are left. Lower a
 * number when you remove some. Once nothing is left, a pattern belongs to the words above.
 */
const FADING_HABITS = [
  { habit: 'a comment that begins with "What"', pattern: /^\/[/*]+[\s*]*What\b/, countMax: 0 },
  { habit: 'a clause as a noun', pattern: /\bwhat (is|was) /i, countMax: 42 },
  { habit: '"meanwhile"', pattern: /\bmeanwhile\b/i, countMax: 1 },
  { habit: '"at once", which is concurrently or immediately', pattern: /\bat once\b/i, countMax: 4 },
] as const
const COMMENT_OR_STRING = /\/\*[\s\S]*?\*\/|\/\/.*|'(?:\\.|[^'\\\n])*'|"(?:\\.|[^"\\\n])*"|`(?:\\.|[^`\\])*`/g

describe('the code is tidy', () => {
  test('no file is too long', () => {
    expect(code.filter((file) => read(file).split('\n').length > LINES_MAX)).toEqual([])
  })

  test('no folder holds two features', () => {
    const folders = Map.groupBy(product, (file) => dirname(file))
    const full = [...folders].filter(([, held]) => held.length > FOLDER_FILES_MAX)
    expect(full.map(([folder, held]) => `${folder}: ${held.length}`)).toEqual([])
  })

  test('no file has a name that says nothing', () => {
    expect(code.filter((file) => VAGUE_NAMES.test(basename(file)))).toEqual([])
  })

  test('no code is marked as unfinished', () => {
    expect(code.filter((file) => UNFINISHED.test(read(file)))).toEqual([])
  })

  test('no test is switched off or alone', () => {
    const switched = /\b(test|it|describe)\.(only|skip|todo)\(/
    expect(code.filter((file) => file !== 'test/tidy.test.ts' && switched.test(read(file)))).toEqual([])
  })

  test('only the platform asks for the time or for a random id', () => {
    const asks = /new Date\(\)|Date\.now\(\)|Temporal\.Now|randomUUID\(|Math\.random\(/
    const above = product.filter((file) => !file.startsWith('src/platform/'))
    expect(above.filter((file) => asks.test(read(file)))).toEqual([])
  })

  test('browser code has no Temporal, which few browsers know', () => {
    const web = code.filter((file) => file.startsWith('web/') && !file.endsWith('.test.ts'))
    expect(web.filter((file) => /\bTemporal\./.test(read(file)))).toEqual([])
  })

  test('Node’s HTTP module is not imported, which would load the code behind fetch', () => {
    const imports = /^import (?!type\b).* from 'node:https?'/m
    expect(product.filter((file) => imports.test(read(file)))).toEqual([])
  })

  test('components leave the engines to the platform', () => {
    const components = files.filter((file) => /^src\/(records|reporting)\//.test(file))
    expect(components.filter((file) => /clickhouse/i.test(read(file)))).toEqual([])
  })

  test('index.ts is only at the root of a component, and nothing is exported wholesale', () => {
    const strays = product.filter((file) => basename(file) === 'index.ts' && !/^src\/[a-z]+\/index\.ts$/.test(file))
    expect(strays).toEqual([])
    expect(product.filter((file) => /^export \*/m.test(read(file)))).toEqual([])
  })

  test('no index.ts offers more names than a reader can keep in mind', () => {
    const counted = product
      .filter((file) => /^src\/[a-z]+\/index\.ts$/.test(file))
      .map((file) => [file, namesOffered(read(file)).length] as const)
    expect(counted.filter(([, names]) => names > INDEX_NAMES_MAX)).toEqual([])
    expect(counted.filter(([, names]) => names === 0)).toEqual([])
  })

  test('names stay neutral', () => {
    expect(prose.filter((file) => !BRAND_ALLOWED.has(file) && BRAND.test(read(file)))).toEqual([])
  })

  test('comments, messages and documents use plain words', () => {
    const documents = files.filter((file) => /^([A-Z]+|docs\/[^/]+)\.md$/.test(file) && file !== 'CHANGELOG.md')
    const odd = [...code, ...documents].flatMap((file) => {
      const text = read(file)
      const parts = file.endsWith('.md') ? text.split('\n') : (text.match(COMMENT_OR_STRING) ?? [])
      const words = parts.map((part) => part.replaceAll(/\$\{[^}]*\}/g, ''))
      return words.filter((part) => ODD_WORDS.some((word) => word.test(part))).map((part) => `${file}: ${part}`)
    })
    expect(odd.filter((found) => !found.startsWith('test/tidy.test.ts'))).toEqual([])
  })

  test.each(FADING_HABITS)('the code has no more than $countMax times $habit', ({ pattern, countMax }) => {
    const texts = code.filter((file) => file !== 'test/tidy.test.ts').map(read)
    const parts = texts.flatMap((text) => text.match(COMMENT_OR_STRING) ?? [])

    expect(parts.filter((part) => pattern.test(part)).length).toBeLessThanOrEqual(countMax)
  })

  test('the lock file holds no download addresses', () => {
    expect(read('package-lock.json')).not.toContain('"resolved"')
  })
})

/** Types count too. */
function namesOffered(text: string): readonly string[] {
  const lists = [...text.matchAll(/^export (?:type )?\{([^}]*)\}/gm)].flatMap(([, list = '']) => list.split(','))
  const declared = [...text.matchAll(/^export (?:async )?(?:const|function|type|class) (\w+)/gm)].map(([name]) => name)
  return [...lists, ...declared].filter((name) => name.trim() !== '')
}

describe('only a component’s own store names its tables', () => {
  const owners = tableOwners()

  test('every migration says whose tables it makes', () => {
    const migrations = files.filter((file) => file.startsWith('migrations/'))
    expect(migrations.filter((file) => ownerOf(file) === undefined)).toEqual([])
  })

  test('tables are used by their owners alone', () => {
    const others = product.flatMap((file) =>
      tablesUsedIn(file)
        .filter((table) => !isStoreOf(file, owners.get(table) ?? ''))
        .map((table) => `${file}: ${table}`),
    )
    expect(others).toEqual([])
  })

  function tablesUsedIn(file: string): readonly string[] {
    const inSql = /\b(?:from|into|update|join|table|exists)\s+["`]?(?=(\w+)\b(?!\s*\())/gi
    const inQueries = /(?:selectFrom|insertInto|updateTable|deleteFrom|join)\(\s*['"`](?=(\w+))/gi
    const text = read(file)
    const names = [inSql, inQueries].flatMap((used) =>
      [...text.matchAll(used)].map(([, name = '']) => name.toLowerCase()),
    )
    return [...new Set(names)].filter((name) => owners.has(name))
  }

  function isStoreOf(file: string, owner: string): boolean {
    if (owner === 'platform') return file.startsWith('src/platform/')
    return file.startsWith(`src/${owner}/`) && file.endsWith('-store.ts')
  }

  function ownerOf(file: string): string | undefined {
    return /^(?:-- owner: | {2}"owner": ")([a-z]+)/m.exec(read(file))?.[1]
  }

  function tableOwners(): ReadonlyMap<string, string> {
    const found = new Map<string, string>()
    for (const file of files.filter((name) => name.startsWith('migrations/'))) {
      const owner = ownerOf(file)
      const made = /create table (?:if not exists )?(\w+)|"do": "create-table",\s+"table": "(\w+)"/gi
      for (const [, inSql, table = inSql] of read(file).matchAll(made)) {
        if (owner !== undefined && table !== undefined) found.set(table, owner)
      }
    }
    return found
  }
})
