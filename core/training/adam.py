"""Adam on one flat vector: all parameters and gradients of a small model laid end to end.

Seven operations a step however many tensors the model has, and nothing to import but torch itself (torch.optim loads
its compiler on first use: seconds, and 75 MB).
"""

from collections.abc import Iterable

import torch


class FlatAdam:
    """m ← β1 m + (1 - β1) g,  v ← β2 v + (1 - β2) g²,  θ ← θ - rate · m̂ / (√v̂ + ε), with m̂ = m / (1 - β1^t), v̂ alike.

    Kingma & Ba 2015, algorithm 1. The parameters become views of one vector, their gradients of another: call
    `zero_grad` before `backward`, never set a gradient to None.
    """

    def __init__(self, parameters: Iterable[torch.nn.Parameter], betas=(0.9, 0.99), eps: float = 1e-8):
        parameters = list(parameters)
        self.betas, self.eps, self.step_count = betas, eps, 0
        self.values = torch.cat([p.detach().flatten() for p in parameters])
        self.gradient = torch.zeros_like(self.values)
        self.mean, self.square = torch.zeros_like(self.values), torch.zeros_like(self.values)
        sizes = [p.numel() for p in parameters]
        for p, value, gradient in zip(parameters, self.values.split(sizes), self.gradient.split(sizes), strict=True):
            p.data, p.grad = value.view_as(p), gradient.view_as(p)

    def zero_grad(self) -> None:
        """Forget the gradient."""
        self.gradient.zero_()

    @torch.no_grad()
    def step(self, rate: float) -> None:
        """One update at this learning rate."""
        self.step_count += 1
        first, second = self.betas
        self.mean.lerp_(self.gradient, 1 - first)
        self.square.mul_(second).addcmul_(self.gradient, self.gradient, value=1 - second)
        scale = (self.square / (1 - second**self.step_count)).sqrt_().add_(self.eps)
        self.values.addcdiv_(self.mean, scale, value=-rate / (1 - first**self.step_count))
