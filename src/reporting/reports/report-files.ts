// pure
import { FILE_EXTENSIONS, type Report } from './report.ts'

type Ids = Pick<Report, 'organizationId' | 'reportId'>

/** Below which everything of the report stands in the report store. */
export function folderOf({ organizationId, reportId }: Ids): string {
  return `${organizationId}/${reportId}`
}

/** Every run has a file of its own, so that no run writes what another one vouches for. */
export function fileKeyOf(report: Ids & Pick<Report, 'terms'>, runId: string): string {
  return `${folderOf(report)}/${runId}.${FILE_EXTENSIONS[report.terms.mimeType]}`
}

/** What the file is checked by stands beside it. */
export function manifestKeyOf(fileKey: string): string {
  return `${fileKey.replace(/\.[a-z]+$/, '')}.manifest.json`
}

/** The keys that the report's row vouches for; whatever else stands in its folder is left over. */
export function ownedKeysOf({ file }: Pick<Report, 'file'>): readonly string[] {
  return file === undefined ? [] : [file.key, manifestKeyOf(file.key)]
}
