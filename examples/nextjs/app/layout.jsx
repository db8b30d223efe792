export const metadata = { title: 'Quickstart', icons: 'data:,' };

export default function Layout({ children }) {
  return (
    <html lang="en">
      <body>
        <h1>Quickstart</h1>
        {children}
      </body>
    </html>
  );
}
