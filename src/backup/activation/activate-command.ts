import type { Command } from 'commander'
import { members, withDefault } from '../../kernel/reading/reading.ts'
import { given, wholeNumber } from '../../kernel/reading/text-readers.ts'
import { readOptions } from '../../platform/command-line/read-options.ts'
import type { CommandDeps, Output, RunCommand } from '../../platform/command-line/run-command.ts'
import { withPostgres } from '../../platform/command-line/with-stores.ts'
import { type Activated, activateCopy } from './activate-copy.ts'

const SKIPPED_MAX = 1_000_000

/** Adds `activate`. */
export function addActivateCommand(program: Command, run: RunCommand): void {
  const command = program
    .command('activate')
    .description('let a copy that was restored from a backup take changes and send messages')
    .option(
      '--skip-numbers <n>',
      'leave out the next n invoice numbers of each merchant, which the original may have given',
    )
    .option('--force', 'although the original may still be running')
  run(command, activate)
}

const OPTIONS = members({ skipNumbers: withDefault(given(wholeNumber(0, SKIPPED_MAX)), 0) })

async function activate(deps: CommandDeps, options: { readonly force?: boolean }): Promise<Output> {
  const { skipNumbers: skippedNumbers } = readOptions(OPTIONS, options)
  const isForced = options.force ?? false
  return withPostgres(
    deps,
    async (acting) => {
      const activated = await activateCopy({ ...acting, s3Endpoint: deps.config.s3Endpoint }, acting.by, {
        skippedNumbers,
        isForced,
      })
      return { json: { ...activated, restoredTo: activated.restoredTo.toString() }, text: inWords(activated) }
    },
    { changesCopies: true },
  )
}

function inWords({ isNew, restoredTo, heldMails, heldNotifications }: Activated): string {
  if (!isNew) return 'The copy was activated before; nothing has changed.'
  return [
    `The copy, restored to ${restoredTo}, is active. Running services notice it within seconds.`,
    `Held for a person: mails ${heldMails}, notifications ${heldNotifications}. The original may have sent them.`,
    'Mails: "quittance mails list --state dead", then "quittance mails retry". Notifications: "quittance webhooks replay".',
  ].join('\n')
}
