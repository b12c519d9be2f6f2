import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { json } from 'node:stream/consumers'
import { loadChdb } from '../../src/platform/clickhouse/engine/chdb-native.ts'

/**
 * The engine with a Keeper of its own, in memory, as one node of a cluster. It can make replicated and
 * distributed tables and not fill them: for that it would have to be a server. Takes a folder and
 * statements on standard input; answers, for each, with what the engine said.
 */
const { folder, macros, statements } = (await json(process.stdin)) as {
  readonly folder: string
  readonly macros: Readonly<Record<string, string>>
  readonly statements: readonly string[]
}

const file = join(folder, 'config.xml')
const replica = '<replica><host>127.0.0.1</host><port>9000</port></replica>'
const macroLines = Object.entries(macros).map(([name, value]) => `<${name}>${value}</${name}>`)
writeFileSync(
  file,
  `<engine>
  <zookeeper><implementation>testkeeper</implementation></zookeeper>
  <macros>${macroLines.join('')}</macros>
  <remote_servers><main><shard><internal_replication>true</internal_replication>${replica}</shard></main></remote_servers>
</engine>`,
)
const data = join(folder, 'data')
mkdirSync(data, { recursive: true })
const native = loadChdb()
const connection = native.CreateConnection(data, [`--config-file=${file}`])
const answers: string[] = []
for (const statement of statements) {
  const said = native
    .QueryAsyncConnection(connection, statement, 'JSONEachRow')
    .then(({ bytes }) => bytes.toString('utf8'))
  answers.push(await said.catch((error: unknown) => `refused: ${(error as Error).message}`))
}
// Closing waits for replicas that nobody can bring up here.
process.stdout.write(JSON.stringify(answers), () => process.kill(process.pid, 'SIGKILL'))
