import { readFileSync } from 'node:fs'
import { packageUrl } from '../platform/processes/program-files.ts'

const packageFile = packageUrl('package.json')

/** The running version of Quittance, from package.json. */
export const version = (JSON.parse(readFileSync(packageFile, 'utf8')) as { version: string }).version
