// What a statement may name. A test compares these lists with the engine's own catalogue, so that a new version of the
// engine cannot bring a new way out unnoticed. All in lower case: some of the engine's names ignore case.

/** Table functions that reach neither files nor the network nor another statement's text. */
export const ALLOWED_TABLE_FUNCTIONS: ReadonlySet<string> = new Set([
  'dictionary',
  'format',
  'generaterandom',
  'generateseries',
  'generate_series',
  'input',
  'merge',
  'mergetreeanalyzeindexes',
  'mergetreeanalyzeindexesuuid',
  'mergetreeindex',
  'mergetreeprojection',
  'mergetreetextindex',
  'null',
  'numbers',
  'numbers_mt',
  'primes',
  'sqlstandardvalues',
  'values',
  'view',
  'viewexplain',
  'zeros',
  'zeros_mt',
])

/** Calls that are refused wherever they stand: as table functions, in expressions, in settings. */
export const REFUSED_CALLS: ReadonlySet<string> = new Set([
  ...[
    'arrowstream',
    'azureblobstorage',
    'azureblobstoragecluster',
    'cluster',
    'clusterallreplicas',
  ],
  ...['cosn', 'deltalake', 'deltalakeazure', 'deltalakeazurecluster', 'deltalakecluster'],
  ...['deltalakelocal', 'deltalakes3', 'deltalakes3cluster', 'eval', 'executable', 'filecluster'],
  ...['filesystem', 'fuzzjson', 'fuzzquery', 'gcs', 'hdfs', 'hdfscluster', 'hudi', 'hudicluster'],
  ...['iceberg', 'icebergazure', 'icebergazurecluster', 'icebergcluster', 'iceberghdfs'],
  ...['iceberghdfscluster', 'iceberglocal', 'iceberglocalcluster', 'icebergs3', 'icebergs3cluster'],
  ...['jdbc', 'loop', 'mongodb', 'mysql', 'odbc', 'oss', 'paimon', 'paimonazure'],
  ...['paimonazurecluster', 'paimoncluster', 'paimonhdfs', 'paimonhdfscluster', 'paimonlocal'],
  ...['paimons3', 'paimons3cluster', 'postgresql', 'prometheusquery', 'prometheusqueryrange'],
  ...['python', 'redis', 'remote', 'remotesecure', 's3', 's3cluster', 'sqlite', 'timeseriesdata'],
  ...['timeseriesmetrics', 'timeseriessamples', 'timeseriesselector', 'timeseriestags', 'url'],
  ...['urlcluster', 'viewifpermitted', 'ytsaurus'],
  // Functions of expressions that open files, models or connections, and a table's own disk.
  ...['aiclassify', 'aiembed', 'aiextract', 'aigenerate', 'aitranslate', 'catboostevaluate'],
  ...['disk', 'hascolumnintable'],
])

export const ALLOWED_TABLE_ENGINES: ReadonlySet<string> = new Set([
  ...['aggregatingmergetree', 'coalescingmergetree', 'collapsingmergetree', 'mergetree'],
  ...['replacingmergetree', 'summingmergetree', 'versionedcollapsingmergetree'],
  ...['join', 'log', 'memory', 'null', 'set', 'stripelog', 'tinylog'],
])

export const ALLOWED_DATABASE_ENGINES: ReadonlySet<string> = new Set(['atomic', 'memory'])

/** Settings that hold expressions, change the language, or name files and servers. */
export const REFUSED_SETTINGS: ReadonlySet<string> = new Set([
  ...['additional_result_filter', 'additional_table_filters', 'parallel_replicas_custom_key'],
  ...['dialect', 'polyglot_dialect', 'implicit_table_at_top_level'],
  ...['format_schema', 'output_format_schema', 'format_avro_schema_registry_url'],
  ...['format_template_resultset', 'format_template_row', 'input_format_record_errors_file_path'],
  ...['rename_files_after_processing', 'table_disk', 'url_base'],
])

/** The database that the engine always has: it lays the machine's files over its tables, `default."/etc/passwd"`. */
export const FILE_DATABASE = 'default'

/** The database that takes its place for clients; tables created without a database stand here. */
export const OWN_DATABASE = 'main'
