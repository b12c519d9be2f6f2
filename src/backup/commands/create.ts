import { constants, setPriority } from 'node:os'
import { systemClock } from '../../platform/clock/clock.ts'
import type { CommandDeps, Output } from '../../platform/command-line/run-command.ts'
import { progress } from '../../platform/command-line/terminal.ts'
import { migrateStores, openStores } from '../../platform/stores/stores.ts'
import { settleBackup } from '../archive/settle-backup.ts'
import { createBackup } from '../create/create-backup.ts'
import type { Manifest } from '../manifest/manifest.ts'
import { asJson, bytesInWords } from './backup-words.ts'
import { type Config, type PlaceOption, type ProgramFacts, withPlace } from './with-place.ts'

type Options = PlaceOption & { readonly recipient?: readonly string[] }

export function createCommand({ version, settings }: ProgramFacts) {
  return (deps: CommandDeps<Config>, options: Options): Promise<Output> =>
    withPlace(deps, options, async (place) => {
      const { config, log } = deps
      // A backup must not take the machine from those who pay.
      setPriority(constants.priority.PRIORITY_LOW)
      progress('connecting to the stores')
      const stores = await openStores(config, log)
      try {
        await migrateStores(stores, log)
        const manifest = await createBackup(
          {
            place,
            stores,
            config,
            settings: settings(),
            version,
            machineClock: systemClock,
            log,
            onProgress: progress,
          },
          { recipients: options.recipient ?? config.backupRecipients },
        )
        if (isScheduledPlace(options, config)) await settleBackup(stores, manifest)
        return { json: { place: place.name, backup: asJson(manifest) }, ...wordsOf(manifest, place.name) }
      } finally {
        await stores.close()
      }
    })
}

/** The log and the records since the last backup belong to this place alone. */
function isScheduledPlace({ place }: Options, { backupTo }: Config): boolean {
  return backupTo !== undefined && (place === undefined || place === backupTo)
}

function wordsOf(manifest: Manifest, place: string): Pick<Output, 'text' | 'warnings'> {
  const { backupId, moment, objects, records, reports, postgres, recipients } = manifest
  const books = postgres.kind === 'left-out' ? 'not PostgreSQL' : `PostgreSQL (${bytesInWords(postgres.bytes)})`
  return {
    text: [
      `Backup ${backupId} in ${place}: ${books}, ${records.rows} records of ${records.months} months, ${reports.files} report files.`,
      `It shows the moment ${moment}. ${bytesInWords(objects.newBytes)} were written, ${bytesInWords(objects.bytes)} belong to it.`,
    ].join('\n'),
    warnings: [
      ...(postgres.kind === 'left-out' ? [`INCOMPLETE: ${postgres.why}.`] : []),
      ...(recipients.length === 0
        ? [
            'It is not encrypted, so secret.key is not in it: keep a copy of that file elsewhere, or name an age recipient. Without the key nobody can sign in with the restored keys.',
          ]
        : []),
    ],
  }
}
