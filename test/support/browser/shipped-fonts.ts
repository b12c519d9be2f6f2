import { rmSync } from 'node:fs'
import { fileResources } from '../run/file-resources.ts'
import { makeTemporaryFolder } from '../stores/temporary-folder.ts'
import { writeFontConfiguration } from './font-configuration.ts'

/** The environment of a browser that has the fonts of the nine languages and of hostile names, and no others, whatever the machine has. */
export function shippedFonts(): Readonly<Record<string, string>> {
  const folder = makeTemporaryFolder()
  fileResources.defer(() => rmSync(folder, { recursive: true, force: true }))
  return { FONTCONFIG_FILE: writeFontConfiguration(folder, /^NotoSans(JP|SC|TC|KR|Arabic)?-/) }
}
