// pure
import { FILE_EXTENSIONS, type Report } from './report.ts'

type Ids = Pick<Report, 'organizationId' | 'reportId'>

/** The folder of a report's files in the report store. */
export function folderOf({ organizationId, reportId }: Ids): string {
  return `${organizationId}/${reportId}`
}

/** Every run has a file of its own, so that no run overwrites a file that another run's report refers to. */
export function fileKeyOf(report: Ids & Pick<Report, 'terms'>, runId: string): string {
  return `${folderOf(report)}/${runId}.${FILE_EXTENSIONS[report.terms.mimeType]}`
}

/** The manifest is stored next to the file. */
export function manifestKeyOf(fileKey: string): string {
  return `${fileKey.replace(/\.[a-z]+$/, '')}.manifest.json`
}

/** The keys that the report's row refers to; everything else in its folder is orphaned. */
export function ownedKeysOf({ file }: Pick<Report, 'file'>): readonly string[] {
  return file === undefined ? [] : [file.key, manifestKeyOf(file.key)]
}
