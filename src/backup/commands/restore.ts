import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { AppError } from '../../kernel/errors.ts'
import { members, optional } from '../../kernel/reading/reading.ts'
import { given } from '../../kernel/reading/text-readers.ts'
import { systemClock } from '../../platform/clock/clock.ts'
import { dayOrInstant, readOptions } from '../../platform/command-line/read-options.ts'
import type { CommandDeps, Output } from '../../platform/command-line/run-command.ts'
import { progress } from '../../platform/command-line/terminal.ts'
import type { Manifest } from '../manifest/manifest.ts'
import { chooseBase } from '../recovery/choose-base.ts'
import { majorOf } from '../restore/refusals.ts'
import { type Restored, restoreBackup } from '../restore/restore-backup.ts'
import { type ServerFolder, writeServerFolder } from '../restore/server-folder.ts'
import { asJson } from './backup-words.ts'
import { type IdentityOption, unpackingOf } from './identity.ts'
import { type Config, type PlaceOption, type ProgramFacts, withPlace } from './with-place.ts'

type Options = PlaceOption &
  IdentityOption & {
    readonly dataDir?: string
    readonly postgresFolder?: string
    readonly onServer?: boolean
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
    const target = targetOf(options)
    const manifest = await chooseBase(place, { backupId: options.backup, to })
    const unpacking = unpackingOf(options)
    if (target.postgresFolder !== undefined) {
      return outputOf(
        manifest,
        await writeServerFolder({ place, unpacking }, { manifest, folder: target.postgresFolder }),
      )
    }
    const restored = await restoreBackup(
      {
        ...{ place, unpacking, config, machineClock: systemClock, log, onProgress: progress },
        eraseAgain: (stores, subjects) => facts.eraseAgain(log, stores, subjects),
      },
      { manifest, to, ...target, secretKey: keyIn(options.secretKey) ?? config.secretKey },
    )
    return {
      json: {
        restored: asJson(manifest),
        restoredTo: restored.moment.toString(),
        dataDir: restored.dataDir,
        missing: restored.missing,
      },
      ...wordsOf(restored, target.isOnServer),
    }
  })
}

type Target =
  | { readonly postgresFolder: string; readonly isOnServer: false }
  | { readonly postgresFolder?: undefined; readonly dataDir: string; readonly isOnServer: boolean }

/** A whole installation, or the folder of its PostgreSQL alone. */
function targetOf({ dataDir, postgresFolder, onServer: isOnServer = false, to, secretKey }: Options): Target {
  if (postgresFolder === undefined) {
    if (dataDir === undefined) throw wrongOptions('--data-dir must be given')
    return { dataDir: resolve(dataDir), isOnServer }
  }
  const others = Object.entries({ '--data-dir': dataDir, '--to': to, '--secret-key': secretKey })
  const named = others.find(([, value]) => value !== undefined)?.[0] ?? (isOnServer ? '--on-server' : undefined)
  if (named !== undefined) {
    throw wrongOptions(`${named} must not be given with --postgres-folder, which writes the folder of PostgreSQL alone`)
  }
  return { postgresFolder: resolve(postgresFolder), isOnServer: false }
}

function wrongOptions(sentence: string): AppError {
  return new AppError('invalid', 'INVALID_OPTIONS', `${sentence}.`)
}

function outputOf(manifest: Manifest, { folder, postgres }: ServerFolder): Output {
  const { backupId } = manifest
  const major = majorOf(postgres)
  return {
    json: { postgresFolder: folder, backupId, version: postgres.version },
    text: [
      `Wrote the data folder of PostgreSQL ${postgres.version} from the backup ${backupId} into ${folder}.`,
      `Start PostgreSQL ${major} on it, then restore the rest with --backup ${backupId}, --data-dir, --on-server and DATABASE_URL.`,
      'Until then start no Quittance on it: it would send what the original sends.',
    ].join('\n'),
  }
}

const KEY_BYTES = 32

/** Reads a file as `secret.key` is. */
export function keyIn(file: string | undefined): string | undefined {
  if (file === undefined) return undefined
  const key = readFileSync(file, 'utf8').trim()
  if (Buffer.from(key, 'base64').length === KEY_BYTES) return key
  throw new AppError('invalid', 'INVALID_KEY', `The file ${file} is not a secret.key.`)
}

function wordsOf(
  { manifest, dataDir, moment, missing }: Restored,
  isOnServer: boolean,
): Pick<Output, 'text' | 'warnings'> {
  const { backupId, installationId, records, reports, postgres } = manifest
  return {
    text: [
      `Restored the backup ${backupId} of the installation ${installationId} into ${dataDir}.`,
      `It shows the moment ${moment}: PostgreSQL, ${records.rows} records, ${reports.files} report files.`,
      'It is read-only and silent until "quittance activate" is run on it.',
      ...(postgres.kind === 'server' ? [serverWords(isOnServer)] : []),
      `The settings of the original are in restored-settings.json. Report files are in ${dataDir}/reports: if QUITTANCE_REPORT_STORE was set, move them there.`,
    ].join('\n'),
    warnings: missing.map((what) => `Missing: ${what}.`),
  }
}

function serverWords(isOnServer: boolean): string {
  return isOnServer
    ? 'Its PostgreSQL is the server at DATABASE_URL: give that address to every service and command of the copy.'
    : 'Its PostgreSQL is embedded from now on: leave DATABASE_URL unset for it.'
}
