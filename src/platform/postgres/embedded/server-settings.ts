import { PASSWORD_ITERATIONS } from './make-cluster.ts'

const MIB = 1024 * 1024
/** PostgreSQL's default is the least. Only used pages are taken from the machine. */
const [BUFFERS_MIB_MIN, BUFFERS_MIB_MAX] = [128, 4_096]
/** The record engine and the service need most of a small machine. */
const PART_OF_MEMORY = 8

/** Durability is PostgreSQL's default (fsync, full_page_writes, synchronous_commit) and stays so. */
export function serverSettings(machineBytes: number): Readonly<Record<string, string>> {
  return {
    listen_addresses: '127.0.0.1',
    unix_socket_directories: '',
    max_connections: '200',
    shared_buffers: `${buffersMib(machineBytes)}MB`,
    // Waking another process for a page takes longer than reading it from the system's memory: searches read thousands.
    io_method: 'sync',
    timezone: 'UTC',
    scram_iterations: String(PASSWORD_ITERATIONS),
    log_min_messages: 'warning',
    log_line_prefix: '',
    // The text of a statement could carry personal data into the log.
    log_min_error_statement: 'panic',
    log_parameter_max_length_on_error: '0',
    // DETAIL quotes whole rows.
    log_error_verbosity: 'terse',
  }
}

type Archive = { readonly folder: string; readonly seconds: number }

/** Copies each finished segment of the write-ahead log into a folder. The module needs neither a shell nor a program. */
export function archiveSettings({ folder, seconds }: Archive): Readonly<Record<string, string>> {
  return {
    archive_mode: 'on',
    archive_library: 'basic_archive',
    'basic_archive.archive_directory': folder,
    archive_timeout: `${seconds}s`,
  }
}

function buffersMib(machineBytes: number): number {
  const part = Math.floor(machineBytes / MIB / PART_OF_MEMORY)
  return Math.min(Math.max(part, BUFFERS_MIB_MIN), BUFFERS_MIB_MAX)
}
