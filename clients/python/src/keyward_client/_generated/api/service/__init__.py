from keyward_client._transport import AsyncTransport, Transport

from ...models.get_openapi_json_response_200 import GetOpenapiJsonResponse200
from ...models.health import Health
from . import get_liveness as _get_liveness
from . import get_openapi_json as _get_openapi_json
from . import get_openapi_yaml as _get_openapi_yaml
from . import get_readiness as _get_readiness


class ServiceFamily:
    def __init__(self, transport: Transport) -> None:
        self._transport = transport

    def get_openapi_json(
        self,
    ) -> GetOpenapiJsonResponse200:
        """Get this document as JSON."""

        return self._transport.call(
            _get_openapi_json.request(),
            _get_openapi_json.answer,
        )

    def get_openapi_yaml(
        self,
    ) -> str:
        """Get this document as YAML."""

        return self._transport.call(
            _get_openapi_yaml.request(),
            _get_openapi_yaml.answer,
        )

    def get_liveness(
        self,
    ) -> Health:
        """Tell whether the process is alive."""

        return self._transport.call(
            _get_liveness.request(),
            _get_liveness.answer,
        )

    def get_readiness(
        self,
    ) -> Health:
        """Tell whether the service can answer.

        Whether this process can answer. Its database must be there, with every migration and the
        partitions of today. Its
        workers must have started, and its code must have been loaded. How long jobs and
        deliveries wait is not checked; the metric `keyward_jobs_lag_seconds` shows it.
        """

        return self._transport.call(
            _get_readiness.request(),
            _get_readiness.answer,
        )


class AsyncServiceFamily:
    def __init__(self, transport: AsyncTransport) -> None:
        self._transport = transport

    async def get_openapi_json(
        self,
    ) -> GetOpenapiJsonResponse200:
        """Get this document as JSON."""

        return await self._transport.call(
            _get_openapi_json.request(),
            _get_openapi_json.answer,
        )

    async def get_openapi_yaml(
        self,
    ) -> str:
        """Get this document as YAML."""

        return await self._transport.call(
            _get_openapi_yaml.request(),
            _get_openapi_yaml.answer,
        )

    async def get_liveness(
        self,
    ) -> Health:
        """Tell whether the process is alive."""

        return await self._transport.call(
            _get_liveness.request(),
            _get_liveness.answer,
        )

    async def get_readiness(
        self,
    ) -> Health:
        """Tell whether the service can answer.

        Whether this process can answer. Its database must be there, with every migration and the
        partitions of today. Its
        workers must have started, and its code must have been loaded. How long jobs and
        deliveries wait is not checked; the metric `keyward_jobs_lag_seconds` shows it.
        """

        return await self._transport.call(
            _get_readiness.request(),
            _get_readiness.answer,
        )
