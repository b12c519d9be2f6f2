import type { Command } from 'commander'
import { MODES, type Mode } from '../../kernel/mode.ts'
import { members, optional } from '../../kernel/reading/reading.ts'
import { given, oneOf } from '../../kernel/reading/text-readers.ts'
import { readOptions } from '../../platform/command-line/read-options.ts'
import type { CommandDeps, Output, RunCommand } from '../../platform/command-line/run-command.ts'
import { withPostgres } from '../../platform/command-line/with-stores.ts'
import { StartupError } from '../../platform/processes/startup-error.ts'
import { findMode } from '../../platform/stores/installation-mode.ts'
import { goLive, type WentLive } from '../sandbox/go-live.ts'

export function addModeCommand(program: Command, run: RunCommand): void {
  const mode = program
    .command('mode [mode]')
    .description('show the mode of the installation; "mode live" moves a sandbox to live mode, for good')

  run(mode, (deps, options: { readonly mode?: string }) => {
    const { mode: wanted } = readOptions(OPTIONS, options)
    return wanted === undefined ? show(deps) : change(deps, wanted)
  })
}

const OPTIONS = members({ mode: optional(given(oneOf(MODES))) })

/** QUITTANCE_MODE may already be set to the new mode. */
const withoutRequest = ({ config, log }: CommandDeps): CommandDeps => ({
  config: { ...config, requestedMode: undefined },
  log,
})

async function show(deps: CommandDeps): Promise<Output> {
  const mode = await withPostgres(withoutRequest(deps), ({ db }) => findMode(db.db))
  const text = mode === undefined ? 'none yet: the first start of the service writes it' : mode
  return { json: { mode: mode ?? null }, text }
}

async function change(deps: CommandDeps, wanted: Mode): Promise<Output> {
  const outcome = await withPostgres(withoutRequest(deps), async (acting) => {
    if (wanted === 'live') return goLive(acting, acting.by)
    const stored = await findMode(acting.db.db)
    if (stored === 'sandbox') return { isNew: false, keysRevoked: 0 }
    if (stored === undefined) throw new StartupError('The first start of the service writes the mode: start it.')
    throw new StartupError('An installation in live mode cannot become a sandbox: use another one.')
  })
  return { json: { mode: wanted, ...outcome }, text: inWords(wanted, outcome) }
}

function inWords(mode: Mode, { isNew, keysRevoked }: WentLive): string {
  if (!isNew) return `The installation is in ${mode} mode already: nothing was changed.`
  return [
    'The installation is in live mode now, for good. Its clock is the machine’s.',
    `${keysRevoked} ${keysRevoked === 1 ? 'key' : 'keys'} of the sandbox revoked: create new ones with "quittance keys create".`,
  ].join('\n')
}
