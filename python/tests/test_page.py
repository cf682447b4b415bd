"""`apsp.page`, and pictures of statistics."""

import re

import apsp
import numpy as np
import pytest

ROADS = np.array([[0, 2, np.inf], [2, 0, 3], [np.inf, 3, 0]])


def test_page(tmp_path):
    page = apsp.page(ROADS, unit="km", title="<b>", coordinates=[[0, 0], [1, 0], [2, 1]], harmonic=True)
    assert page.statistics.diameter == 5 and page.statistics.center == [1]
    assert "5 km" in page.html and "<b>" not in page.html and "harmonic" in page.html
    page.save(tmp_path / "page.html")
    assert (tmp_path / "page.html").read_text(encoding="utf-8") == page.html
    assert "betweenness" not in page.html
    assert '<th scope="row">betweenness</th>' in apsp.page(ROADS, betweenness=True).html
    frame = page._repr_html_()
    assert frame.startswith("<iframe srcdoc=") and frame.count("<") == 2  # the page is text in it
    with pytest.raises(ValueError, match="3 vertices have 2 coordinates"):
        apsp.page(ROADS, coordinates=[[0, 0], [1, 0]])
    with pytest.raises(apsp.NegativeCycleError):
        apsp.page(np.array([[0, -1], [-1, 0]]))


def test_page_of_a_result():
    result = apsp.solve(apsp.graph(ROADS))
    assert result.page(unit="km").html == apsp.page(ROADS, unit="km", title="").html
    with pytest.raises(ValueError, match="apsp.graph"):
        apsp.solve(ROADS).page()


def test_page_of_named_vertices():
    networkx = pytest.importorskip("networkx")
    graph = networkx.Graph()
    graph.add_edge("<script>", ("a", 1), weight=4)
    page = apsp.page(graph)
    assert "&lt;script&gt;" in page.html and page.html.count("<script") == 2
    assert page.statistics.diameter == 4


def test_histogram_of_a_notebook():
    result = apsp.solve(ROADS, statistics=True, bounds=[2, 4])
    bars = re.findall(r'height="([\d.]+)" fill', result._repr_html_())
    assert [float(bar) for bar in bars] == [60, 60, 60]  # 2 pairs each at 2, 3 and 5
    assert "<svg" not in apsp.solve(ROADS, statistics=True)._repr_html_()


def test_plots():
    matplotlib = pytest.importorskip("matplotlib")
    matplotlib.use("Agg")
    statistics = apsp.solve(ROADS, statistics=True, bounds=[2, 4]).statistics
    ax = statistics.plot_histogram()
    assert [bar.get_height() for bar in ax.patches] == [2, 2, 2]
    at = [[0, 0], [1, 0], [2, 1]]
    ax = statistics.plot_map(at, "eccentricity")
    assert ax.collections[0].get_array().tolist() == [5, 3, 5] and ax.collections[0].get_offsets().tolist() == at
    with pytest.raises(ValueError, match="no statistic"):
        statistics.plot_map(at, "harmonic")
    with pytest.raises(ValueError, match=r"shape \(3, 2\)"):
        statistics.plot_map(at[:2])
    with pytest.raises(ValueError, match="bounds="):
        apsp.solve(ROADS, statistics=True).statistics.plot_histogram()
