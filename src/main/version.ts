import { readFileSync } from 'node:fs'

const packageFile = new URL('../../package.json', import.meta.url)

/** The running version of Quittance, from package.json. */
export const version = (JSON.parse(readFileSync(packageFile, 'utf8')) as { version: string }).version
