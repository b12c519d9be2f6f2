import type { CommandDeps, Output } from '../../platform/command-line/run-command.ts'
import { progress } from '../../platform/command-line/terminal.ts'
import { chooseBackup } from '../manifest/list-backups.ts'
import { type VerifiedBackup, verifyBackup } from '../verify/verify-backup.ts'
import { type Config, type PlaceOption, withPlace } from './backup.ts'
import { asJson, bytesInWords } from './backup-words.ts'
import { type IdentityOption, unpackingOf } from './identity.ts'

type Options = PlaceOption & IdentityOption & { readonly backup?: string }

export function verify(deps: CommandDeps<Config>, options: Options): Promise<Output> {
  return withPlace(deps, options, async (place) => {
    const manifest = await chooseBackup(place, options.backup)
    const isReadable = manifest.recipients.length === 0 || options.identity !== undefined
    const unpacking = isReadable ? unpackingOf(options) : undefined
    const verified = await verifyBackup({ place, unpacking, onProgress: progress }, manifest)
    const { isRead, objects, bytes, problems, problemCount } = verified
    return {
      json: { backup: asJson(manifest), isIntact: problemCount === 0, isRead, objects, bytes, problems, problemCount },
      text: textOf(verified),
      warnings: warningsOf(verified),
      isFailure: problemCount > 0,
    }
  })
}

function textOf({ manifest, objects, bytes, isRead, problems, problemCount }: VerifiedBackup): string {
  const size = `${objects} objects, ${bytesInWords(bytes)}`
  if (problemCount === 0) {
    const done = isRead ? 'every byte was read and is as it was written' : 'all objects are there with their sizes'
    return `The backup ${manifest.backupId} is intact: ${done} (${size}).`
  }
  return [
    `The backup ${manifest.backupId} is DAMAGED: ${problemCount} problems in ${size}.`,
    ...problems.map((problem) => `  ${problem}`),
    'Delete damaged objects: the next "backup create" writes what still exists again.',
  ].join('\n')
}

function warningsOf({ manifest, isRead }: VerifiedBackup): readonly string[] {
  const { recipients, hasSecretKey, postgres } = manifest
  return [
    ...(isRead || recipients.length === 0
      ? []
      : ['It is encrypted: name the file of an identity with --identity to read its content as well.']),
    ...(hasSecretKey ? [] : ['It has no secret.key: a restore needs a copy of that file that you keep elsewhere.']),
    ...(postgres.kind === 'left-out' ? [`INCOMPLETE: ${postgres.why}.`] : []),
  ]
}
