import { existsSync } from 'node:fs'
import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Command } from 'commander'
import { type CommandDeps, EXIT, execute } from '../../platform/command-line/run-command.ts'
import { progress, say, table } from '../../platform/command-line/terminal.ts'
import { openDataFolder } from '../../platform/files/data-folder.ts'
import { refusePortInUse } from '../../platform/http/server/listen-failure.ts'
import type { Logger } from '../../platform/log/log.ts'
import { freePort } from '../../platform/processes/free-port.ts'
import { prepareStores } from '../../platform/stores/prepare-stores.ts'
import { type Config, readConfig, unknownSettings } from '../config.ts'
import { exposureOf } from '../exposure.ts'
import type { Service } from '../service.ts'
import { settingsHelp } from '../settings-help.ts'
import { version } from '../version.ts'

export function addServeCommand(program: Command): void {
  program
    .command('serve')
    .description('start the service, and embedded stores where no others are configured')
    .addHelpText('after', () => settingsHelp())
    .action(() => execute(readConfig, serve, {}))
}

/** Exit code after a second stop signal: 128 plus the number of SIGINT. */
const EXIT_FORCED = 130
/** The terminal and npm both forward the same Ctrl-C. */
const ECHO_MS_MAX = 1_000
const STOP_MS_MAX = 90_000

/** Serves until a stop signal; then running requests finish and jobs are handed back. */
async function serve({ config: given, log }: CommandDeps<Config>): Promise<undefined> {
  const startedAt = performance.now()
  const config = given.port === 0 ? await withFreePort() : given
  const stop = stopSignal()
  void stop.requested.then(() => setTimeout(() => giveUp(log), STOP_MS_MAX).unref())
  logCrash(log)
  warnOfUnknownSettings(log)
  progress('starting the stores')
  let service: Service
  try {
    service = await loadAndStart({ config, log, signal: stop.signal })
  } catch (error) {
    if (stop.signal.aborted && error === stop.signal.reason) return
    throw error
  }
  log.info({ url: service.url, version, mode: service.mode, role: config.role }, 'ready')
  say(welcome(config, service, performance.now() - startedAt))
  await stop.requested
  log.info('stopping')
  await service.close()
  log.info('stopped')
}

function warnOfUnknownSettings(log: Logger): void {
  for (const { name, nearest } of unknownSettings()) {
    const hint = nearest === undefined ? 'docs/settings.md lists all settings' : `did you mean ${nearest}?`
    log.warn({ variable: name, nearest }, `${name} is not a setting and has no effect: ${hint}`)
  }
}

/** Loads most of the code while the stores start. */
async function loadAndStart(deps: CommandDeps<Config> & { readonly signal: AbortSignal }): Promise<Service> {
  const { config, log } = deps
  // Checks that need no store come before one starts.
  await refusePortInUse(config)
  const { host, metricsPort: port } = config
  if (port !== undefined) await refusePortInUse({ host, port, setting: 'QUITTANCE_METRICS_PORT' })
  openDataFolder(config.dataDir)
  const prepared = prepareStores(config, ['postgres', 'records'], log)
  // Awaited by the service; until then its failure must not end the process.
  prepared.catch(() => undefined)
  // Loading code blocks the process, so the start of the stores gets a turn first.
  await nextTurn()
  const { startService } = await import('../service.ts')
  return startService({ ...deps, prepared })
}

/** Requests, jobs and stores each have their own time limit; this one is the last resort. */
function giveUp(log: Logger): void {
  log.fatal({ stopMsMax: STOP_MS_MAX }, 'the service did not stop in time and exits now')
  process.exit(EXIT.failed)
}

/** A bug ends the process through the log, which keeps secrets out; the stores then stop by themselves. */
function logCrash(log: Logger): void {
  process.on('uncaughtException', (error) => {
    log.fatal({ err: error }, 'unhandled error: the service exits')
    process.exit(EXIT.failed)
  })
}

/** The port is part of the public address, so it is chosen before anything reads the address. */
async function withFreePort(): Promise<Config> {
  return readConfig(undefined, { QUITTANCE_PORT: String(await freePort()) })
}

function stopSignal(): { signal: AbortSignal; requested: Promise<void> } {
  const controller = new AbortController()
  const { promise: requested, resolve } = Promise.withResolvers<void>()
  let requestedAt = 0
  // The launcher in bin/ holds a channel to this process: when it is killed, this process stops too.
  process.once('disconnect', () => process.emit('SIGTERM'))
  // The channel alone must not keep a stopped service alive.
  process.channel?.unref()
  for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.on(name, () => {
      if (!controller.signal.aborted) {
        requestedAt = performance.now()
        controller.abort()
        resolve()
      } else if (performance.now() - requestedAt > ECHO_MS_MAX) {
        // A second request ends the process immediately; the stores then stop by themselves.
        process.exit(EXIT_FORCED)
      }
    })
  }
  return { signal: controller.signal, requested }
}

function welcome(config: Config, service: Service, tookMs: number): string {
  const { url, stores } = service
  const { hasDocs, hasOpenApi } = exposureOf(config, service.mode)
  const place = (isEmbedded: boolean, elsewhere: string): string => (isEmbedded ? 'embedded' : elsewhere)
  const postgres = place(stores.isEmbedded.postgres, 'DATABASE_URL')
  const records = stores.isEmbedded.records ? 'DuckDB, embedded' : 'ClickHouse, CLICKHOUSE_URL'
  return [
    `Quittance ${version} is ready (${service.mode} mode, ${(tookMs / 1000).toFixed(1)} s)`,
    '',
    table([
      ...portalRows(service, url),
      ['  API', url],
      ...(hasDocs ? [['  Reference', `${url}/docs`]] : []),
      ...(hasOpenApi ? [['  OpenAPI', `${url}/openapi.json`]] : []),
      ['  Health', `${url}/readyz`],
      ...credentialsRow(service),
      ['  Data', `${stores.folder.path} (PostgreSQL: ${postgres}; records: ${records})`],
    ]),
    '',
    'Press Ctrl-C to stop.',
  ].join('\n')
}

/** The portal's address, and the link that signs in without a password for ten minutes. */
function portalRows({ signInLink }: Service, url: string): readonly (readonly string[])[] {
  return [
    ['  Portal', `${url}/`],
    ...(signInLink === undefined ? [] : [['  Sign in', `${signInLink} (once, within 10 minutes)`]]),
  ]
}

/** The credentials file of the first start, until someone removes it. */
function credentialsRow({ mode, credentialsFile: file }: Service): readonly (readonly string[])[] {
  return mode === 'sandbox' && existsSync(file) ? [['  Keys', file]] : []
}
