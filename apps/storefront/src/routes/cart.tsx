export default function Cart() {
  return (
    <section className="sheet py-16">
      <h1 className="display text-h1">Your bag</h1>
    </section>
  );
}
