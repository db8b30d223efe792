import { Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { texts } from '../texts/app.ts';
import { Empty } from '../ui/empty.tsx';

export function NotFound() {
  return (
    <Empty title={texts.notFound.title} text={texts.notFound.text}>
      <Button component={Link} to="/">
        {texts.notFound.home}
      </Button>
    </Empty>
  );
}
