type Props = { readonly label: string; readonly value: number; readonly max: number; readonly text: string }

/** How far something is. Announcements to screen readers are made elsewhere. */
export function ProgressBar({ label, value, max, text }: Props) {
  return <progress className="progress" aria-label={label} aria-valuetext={text} value={value} max={max} />
}
