import type { Command } from 'commander'
import { MODES, type Mode } from '../../kernel/mode.ts'
import { members, optional } from '../../kernel/reading/reading.ts'
import { given, oneOf } from '../../kernel/reading/text-readers.ts'
import { sandbox } from '../../organizations/index.ts'
import { configuredProcessors } from '../../payments/index.ts'
import { readOptions, refusedOption } from '../../platform/command-line/read-options.ts'
import type { CommandDeps, Output, RunCommand } from '../../platform/command-line/run-command.ts'
import { progress, table } from '../../platform/command-line/terminal.ts'
import { type RecordActingDeps, withPostgres, withStores } from '../../platform/command-line/with-stores.ts'
import { liveProblems } from '../../platform/config/live-settings.ts'
import { StartupError } from '../../platform/processes/startup-error.ts'
import { secretKeyFileOf } from '../../platform/secrets/secrets.ts'
import { findMode } from '../../platform/stores/installation-mode.ts'
import type { Config } from '../config.ts'
import { type ChecklistItem, liveChecklist } from '../live/live-checklist.ts'
import { sandboxDataOf } from '../live/sandbox-data.ts'

export function addModeCommand(program: Command, run: RunCommand<Config>): void {
  const mode = program
    .command('mode [mode]')
    .description('show the mode of the installation; "mode live" moves a sandbox to live mode, for good')
    .option('--delete-sandbox', 'delete invoices, payments, records and reports of the sandbox first; cannot be undone')

  run(mode, (deps, options: ModeOptions) => {
    const { mode: wanted } = readOptions(OPTIONS, options)
    const { deleteSandbox: isSandboxDeleted = false } = options
    if (wanted === 'live') return toLive(deps, { isSandboxDeleted })
    if (isSandboxDeleted) throw refusedOption('deleteSandbox', 'is for "quittance mode live" only')
    return wanted === undefined ? show(deps) : toSandbox(deps)
  })
}

type ModeOptions = { readonly mode?: string; readonly deleteSandbox?: boolean }

const OPTIONS = members({ mode: optional(given(oneOf(MODES))) })

/** QUITTANCE_MODE may already be set to the new mode. */
const withoutRequest = ({ config, log }: CommandDeps<Config>): CommandDeps<Config> => ({
  config: { ...config, requestedMode: undefined },
  log,
})

async function show(deps: CommandDeps<Config>): Promise<Output> {
  const mode = await withPostgres(withoutRequest(deps), ({ db }) => findMode(db.db))
  const text = mode === undefined ? 'none yet: the first start of the service writes it' : mode
  return { json: { mode: mode ?? null }, text }
}

async function toSandbox(deps: CommandDeps<Config>): Promise<Output> {
  const mode: Mode = 'sandbox'
  const stored = await withPostgres(withoutRequest(deps), ({ db }) => findMode(db.db))
  if (stored === undefined) throw new StartupError('The first start of the service writes the mode: start it.')
  if (stored === 'live')
    throw new StartupError('An installation in live mode cannot become a sandbox: use another one.')
  return { json: { mode, isNew: false, keysRevoked: 0 }, text: unchanged(mode) }
}

async function toLive(deps: CommandDeps<Config>, options: { readonly isSandboxDeleted: boolean }): Promise<Output> {
  return withStores(withoutRequest(deps), async (acting) => {
    if (options.isSandboxDeleted) progress('deleting the data of the sandbox; if this is interrupted, run it again')
    const outcome = await sandbox.goLive({ ...acting, sandboxData: sandboxDataOf(acting) }, acting.by, options)
    const checklist = checklistOf(acting, deps.config)
    const rows = checklist.map(({ name, state, message }) => [state, name, message])
    return {
      json: { mode: 'live', ...outcome, checklist },
      text: [...inWords(outcome), '', 'Before real payments:', table(rows)].join('\n'),
    }
  })
}

function checklistOf(
  { db: database, secrets, clock, folder }: RecordActingDeps,
  config: Config,
): readonly ChecklistItem[] {
  const { baseUrl, smtpUrl, secretKey, backupTo } = config
  const { all } = configuredProcessors({ mode: 'live', database, secrets, clock, baseUrl })
  return liveChecklist({
    problems: liveProblems(config),
    baseUrl,
    smtpUrl,
    hasOwnSecretKey: secretKey !== undefined,
    secretKeyFile: secretKeyFileOf(folder),
    backupTo,
    processors: all.map(({ name }) => name),
  })
}

function inWords({ isNew, keysRevoked, deleted = {} }: Awaited<ReturnType<typeof sandbox.goLive>>): readonly string[] {
  if (!isNew) return [unchanged('live')]
  const counts = Object.entries(deleted).map(([what, count]) => `${count.toLocaleString('en-US')} ${what}`)
  return [
    ...(counts.length === 0 ? [] : [`Deleted: ${counts.join(', ')}, and everything that belongs to them.`]),
    'The installation is in live mode now, for good. Its clock is the machine’s.',
    `${keysRevoked} ${keysRevoked === 1 ? 'key' : 'keys'} of the sandbox revoked: create new ones with "quittance keys create".`,
    'The sandbox’s person can no longer sign in, and all sessions have ended: invite people with "quittance users create".',
    'Webhooks, their signing keys and report subscriptions are kept: check where they lead.',
  ]
}

function unchanged(mode: Mode): string {
  return `The installation is in ${mode} mode already: nothing was changed.`
}
