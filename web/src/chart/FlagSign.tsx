/** Flag of an alarm, beside a text that says which. */
export function FlagSign() {
  return (
    <svg class="flag-sign" width="12" height="12" aria-hidden="true">
      <path d="M2,0 V12" stroke="var(--alarm)" stroke-width="1.5" fill="none" />
      <path d="M2,1 L11,4.5 L2,8 Z" fill="var(--alarm)" />
    </svg>
  );
}
