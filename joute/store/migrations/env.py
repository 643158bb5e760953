"""Alembic runs the migrations on the connection of `joute.store.database.migrate`, inside its transaction."""

from alembic import context

from joute.store.schema import metadata

context.configure(connection=context.config.attributes["connection"], target_metadata=metadata, transactional_ddl=False)
context.run_migrations()
