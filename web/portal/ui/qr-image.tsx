import encodeQR from 'qr'

/** Dark on white in both themes: many scanners do not read the inverse. */
export function QrImage({ text, label }: { readonly text: string; readonly label: string }) {
  const rows = encodeQR(text, 'raw', { border: 2 })
  const path = rows.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : []))).join('')
  return (
    <svg className="qr-code" viewBox={`0 0 ${rows.length} ${rows.length}`} role="img" aria-label={label}>
      <path className="ground" d={`M0 0h${rows.length}v${rows.length}h-${rows.length}z`} />
      <path className="modules" d={path} shapeRendering="crispEdges" />
    </svg>
  )
}
