import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { AppError } from '../../kernel/errors.ts'
import { members, optional } from '../../kernel/reading/reading.ts'
import { given } from '../../kernel/reading/text-readers.ts'
import { systemClock } from '../../platform/clock/clock.ts'
import { dayOrInstant, readOptions } from '../../platform/command-line/read-options.ts'
import type { CommandDeps, Output } from '../../platform/command-line/run-command.ts'
import { progress } from '../../platform/command-line/terminal.ts'
import { chooseBase } from '../recovery/choose-base.ts'
import { type Restored, restoreBackup } from '../restore/restore-backup.ts'
import { asJson } from './backup-words.ts'
import { type IdentityOption, unpackingOf } from './identity.ts'
import { type Config, type PlaceOption, type ProgramFacts, withPlace } from './with-place.ts'

type Options = PlaceOption &
  IdentityOption & {
    readonly dataDir: string
    readonly backup?: string
    readonly secretKey?: string
    readonly to?: string
  }

const OPTIONS = members({ to: optional(given(dayOrInstant)) })

export function restoreCommand(facts: ProgramFacts) {
  return (deps: CommandDeps<Config>, options: Options): Promise<Output> => restore(deps, facts, options)
}

function restore(deps: CommandDeps<Config>, facts: ProgramFacts, options: Options): Promise<Output> {
  return withPlace(deps, options, async (place) => {
    const { config, log } = deps
    const { to } = readOptions(OPTIONS, options)
    const manifest = await chooseBase(place, { backupId: options.backup, to })
    const restored = await restoreBackup(
      {
        ...{ place, unpacking: unpackingOf(options), config, machineClock: systemClock, log, onProgress: progress },
        eraseAgain: (stores, subjects) => facts.eraseAgain(log, stores, subjects),
      },
      { manifest, dataDir: resolve(options.dataDir), secretKey: keyIn(options.secretKey) ?? config.secretKey, to },
    )
    return {
      json: {
        restored: asJson(manifest),
        restoredTo: restored.moment.toString(),
        dataDir: restored.dataDir,
        missing: restored.missing,
      },
      ...wordsOf(restored),
    }
  })
}

const KEY_BYTES = 32

/** Reads a file as `secret.key` is. */
export function keyIn(file: string | undefined): string | undefined {
  if (file === undefined) return undefined
  const key = readFileSync(file, 'utf8').trim()
  if (Buffer.from(key, 'base64').length === KEY_BYTES) return key
  throw new AppError('invalid', 'INVALID_KEY', `The file ${file} is not a secret.key.`)
}

function wordsOf({ manifest, dataDir, moment, missing }: Restored): Pick<Output, 'text' | 'warnings'> {
  const { backupId, installationId, records, reports } = manifest
  return {
    text: [
      `Restored the backup ${backupId} of the installation ${installationId} into ${dataDir}.`,
      `It shows the moment ${moment}: PostgreSQL, ${records.rows} records, ${reports.files} report files.`,
      'It is read-only and silent until "quittance activate" is run on it.',
      `The settings of the original are in restored-settings.json. Report files are in ${dataDir}/reports: if QUITTANCE_REPORT_STORE was set, move them there.`,
    ].join('\n'),
    warnings: missing.map((what) => `Missing: ${what}.`),
  }
}
