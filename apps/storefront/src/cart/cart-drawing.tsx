export function CartDrawing() {
  return (
    <svg aria-hidden="true" viewBox="0 0 160 160" fill="none" stroke="currentColor">
      <path d="M34 60h92l8 82H26z" strokeWidth="2" />
      <path d="M56 76V50a24 24 0 0 1 48 0v26" strokeWidth="2" />
      <path d="M36 68h88" strokeDasharray="4 4" />
      <path d="M26 152h108M26 148v8M134 148v8M12 60v82M8 60h8M8 142h8" />
    </svg>
  );
}
