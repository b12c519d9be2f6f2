import { existsSync, readdirSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { PlatformConfig } from '../../platform/config/config.ts'
import type { DataFolder } from '../../platform/files/data-folder.ts'
import { secretKeyFileOf } from '../../platform/secrets/secrets.ts'
import type { PieceWriter } from './piece-writer.ts'

/** The settings of the environment by their names, such as QUITTANCE_BASE_URL. */
export type GivenSettings = {
  readonly plain: Readonly<Record<string, string>>
  /** With passwords and keys in them. */
  readonly secret: Readonly<Record<string, string>>
}

type Deps = {
  readonly folder: DataFolder
  readonly config: Pick<PlatformConfig, 'secretKey'>
  readonly settings: GivenSettings
  readonly writer: PieceWriter
}

/** Files of the data folder that anybody with them could misuse. */
const SECRET_FILES = ['sandbox-credentials.json']

/** Copies what an installation needs besides its data. Secrets only into a backup that is encrypted. */
export async function backUpSettings(
  { folder, config, settings, writer }: Deps,
  { isEncrypted }: { readonly isEncrypted: boolean },
): Promise<void> {
  const add = (name: string, content: string | Uint8Array) =>
    writer.addFile({ path: `settings/${name}`, content: once(Buffer.from(content)) })
  const given = { ...settings.plain, ...(isEncrypted ? settings.secret : {}) }
  await add('environment.json', `${JSON.stringify(given, null, 2)}\n`)
  await add('quittance.json', await readFile(join(folder.path, 'quittance.json')))
  if (isEncrypted) {
    const ownKey = config.secretKey
    await add('secret.key', ownKey === undefined ? await readFile(secretKeyFileOf(folder)) : `${ownKey}\n`)
    const files = [...SECRET_FILES, ...readdirSync(folder.tls).map((name) => `tls/${name}`)]
    for (const name of files) {
      const path = join(folder.path, name)
      if (existsSync(path)) await add(name, await readFile(path))
    }
  }
  await writer.endPart()
}

async function* once(content: Uint8Array): AsyncGenerator<Uint8Array> {
  yield content
}
