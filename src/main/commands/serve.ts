import { existsSync } from 'node:fs'
import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Command } from 'commander'
import { openDataFolder } from '../../platform/files/data-folder.ts'
import { refusePortInUse } from '../../platform/http/server/listen-failure.ts'
import type { Logger } from '../../platform/log/log.ts'
import { freePort } from '../../platform/processes/free-port.ts'
import { prepareStores } from '../../platform/stores/prepare-stores.ts'
import { type Config, readConfig } from '../config.ts'
import { type CommandDeps, type CommandOptions, EXIT, runCommand } from '../run-command.ts'
import type { Service } from '../service.ts'
import { progress, say, table } from '../terminal.ts'
import { version } from '../version.ts'

export function addCommands(program: Command): void {
  program
    .command('serve')
    .description('start the service, and the embedded stores where none is configured')
    .action((options: CommandOptions) => runCommand(serve, options))
}

/** Exit code of a process that was told to stop twice: 128 and the number of SIGINT. */
const EXIT_FORCED = 130
/** The terminal and npm both pass on the same Ctrl-C. */
const ECHO_MS_MAX = 1_000
const STOP_MS_MAX = 90_000

/** Serves until it is told to stop; then running requests finish and jobs are handed back. */
export async function serve({ config: given, log }: CommandDeps): Promise<number> {
  const startedAt = performance.now()
  const config = given.port === 0 ? await withFreePort() : given
  const stop = stopSignal()
  void stop.asked.then(() => setTimeout(() => giveUp(log), STOP_MS_MAX).unref())
  logCrash(log)
  progress('starting the stores')
  let service: Service
  try {
    service = await loadAndStart({ config, log, signal: stop.signal })
  } catch (error) {
    if (stop.signal.aborted && error === stop.signal.reason) return EXIT.done
    throw error
  }
  log.info({ url: service.url, version, mode: config.mode, role: config.role }, 'ready')
  say(welcome(config, service, performance.now() - startedAt))
  await stop.asked
  log.info('stopping')
  await service.close()
  log.info('stopped')
  return EXIT.done
}

/** Loads most of the code while the stores start. */
async function loadAndStart(deps: CommandDeps & { readonly signal: AbortSignal }): Promise<Service> {
  const { config, log } = deps
  // What can be refused without a store is refused before one starts.
  await refusePortInUse(config)
  openDataFolder(config.dataDir)
  const prepared = prepareStores(config, ['postgres', 'records'], log)
  // Awaited by the service; until then its failure must not end the process.
  prepared.catch(() => undefined)
  // To load code blocks the process, so the stores get a turn to be started before.
  await nextTurn()
  const { startService } = await import('../service.ts')
  return startService({ ...deps, prepared })
}

/** Requests, jobs and stores each have their own bound; this is for what was not thought of. */
function giveUp(log: Logger): void {
  log.fatal({ stopMsMax: STOP_MS_MAX }, 'the service does not stop and is ended')
  process.exit(EXIT.failed)
}

/** A bug ends the process through the log, which keeps secrets out; the stores then stop by themselves. */
function logCrash(log: Logger): void {
  process.on('uncaughtException', (error) => {
    log.fatal({ err: error }, 'an error that nobody handled ends the service')
    process.exit(EXIT.failed)
  })
}

/** The chosen port is part of the public address, so it is chosen before anything reads that. */
async function withFreePort(): Promise<Config> {
  return readConfig(undefined, { QUITTANCE_PORT: String(await freePort()) })
}

function stopSignal(): { signal: AbortSignal; asked: Promise<void> } {
  const controller = new AbortController()
  const { promise: asked, resolve } = Promise.withResolvers<void>()
  let askedAt = 0
  // The launcher in bin/ holds a channel to us: when it is killed, we stop as if it had asked.
  process.once('disconnect', () => process.emit('SIGTERM'))
  for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.on(name, () => {
      if (!controller.signal.aborted) {
        askedAt = performance.now()
        controller.abort()
        resolve()
      } else if (performance.now() - askedAt > ECHO_MS_MAX) {
        // Whoever asks twice means it. The stores stop by themselves when we are gone.
        process.exit(EXIT_FORCED)
      }
    })
  }
  return { signal: controller.signal, asked }
}

function welcome(config: Config, service: Service, tookMs: number): string {
  const { url, stores } = service
  const place = (isEmbedded: boolean, elsewhere: string): string => (isEmbedded ? 'embedded' : elsewhere)
  const postgres = place(stores.isEmbedded.postgres, 'DATABASE_URL')
  const records = stores.isEmbedded.records ? 'DuckDB, embedded' : 'ClickHouse, CLICKHOUSE_URL'
  return [
    `Quittance ${version} is ready (${config.mode} mode, ${(tookMs / 1000).toFixed(1)} s)`,
    '',
    table([
      ['  API', url],
      ['  Reference', `${url}/docs`],
      ['  OpenAPI', `${url}/openapi.json`],
      ['  Health', `${url}/readyz`],
      ...credentialsRow(config, service),
      ['  Data', `${stores.folder.path} (PostgreSQL: ${postgres}; records: ${records})`],
    ]),
    '',
    'Stop it with Ctrl-C.',
  ].join('\n')
}

/** For as long as nobody has put the file of the first start away. */
function credentialsRow({ mode }: Config, { credentialsFile: file }: Service): readonly (readonly string[])[] {
  return mode === 'sandbox' && existsSync(file) ? [['  Keys', file]] : []
}
