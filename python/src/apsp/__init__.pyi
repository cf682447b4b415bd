from . import csgraph as csgraph
from . import networkx as networkx
from ._batch import BatchResult as BatchResult
from ._batch import Ragged as Ragged
from ._batch import solve_batch as solve_batch
from ._betweenness import Betweenness as Betweenness
from ._betweenness import betweenness as betweenness
from ._changes import DynamicDistances as DynamicDistances
from ._core import ChangeReport as ChangeReport
from ._core import Device as Device
from ._core import Verification as Verification
from ._devices import Devices as Devices
from ._devices import devices as devices
from ._errors import NegativeCycleError as NegativeCycleError
from ._graph import Graph as Graph
from ._graph import graph as graph
from ._graph import read as read
from ._near import near as near
from ._near import table as table
from ._page import Page as Page
from ._page import page as page
from ._result import Result as Result
from ._result import Statistics as Statistics
from ._solve import closure as closure
from ._solve import solve as solve
from ._solve import verify as verify

__version__: str
